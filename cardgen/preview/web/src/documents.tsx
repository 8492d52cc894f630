import { isolated } from "./isolated";
import { PictureBox } from "./picture";
import { PrintedBadge } from "./printed";
import { useSheetZoom } from "./sheets";
import type { Picture } from "./api";
import { useStore } from "./store";

/** The documents, page by page. */
export function Documents() {
  const { snapshot } = useStore();
  const documents = snapshot!.documents;
  if (!documents.length) return <p class="empty">The deck has no documents.</p>;
  return (
    <>
      {documents.map((document) => (
        <section key={document.id} class={`document${document.is_stale ? " stale" : ""}`}>
          <h2>
            <bdi>{document.title}</bdi>
            <small>
              {document.pages.length} {document.pages.length === 1 ? "page" : "pages"}
            </small>
            <PrintedBadge id={document.id} />
          </h2>
          <div class="pages">
            {document.pages.map((page, number) => (
              <Page key={number} picture={page} label={`${isolated(document.title)}, page ${number + 1}`} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function Page({ picture, label }: { picture: Picture; label: string }) {
  return <PictureBox picture={picture} zoom={useSheetZoom(picture)} label={label} isPage />;
}
