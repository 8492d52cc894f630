import "./style.css";
import { render } from "preact";
import { App } from "./app";
import { start } from "./store";

const page = document.getElementById("page");
if (page) render(<App />, page);
void start();
