"""An error or a warning as a line with all that is in it, to be recorded."""

from cardgen.report.diagnostics import Diagnostic


def told_in_full(item: Diagnostic) -> str:
    """Return where it is, up to its end, what is wrong, what was expected, what to do, and what else is noted."""

    def place(span):
        return (
            f"{span.file}{'!' + span.sheet if getattr(span, 'sheet', '') else ''}:{span.line}:{span.column}-{span.end}"
            if span
            else "-"
        )

    notes = [f"note {text} {place(span)}" for text, span in item.notes]
    return " | ".join(
        filter(None, (f"{place(item.span)} {item.code} {item.message}", item.expected, *item.hints, *notes))
    )
