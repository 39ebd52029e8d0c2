//! What all pages share.

use crate::escape::escaped;

/// No script, nothing from elsewhere: even if a text could leave its place, nothing would obey it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8888;--good:#1a7f37;--bad:#b3261e;--mark:#b3261e22}\
@media(prefers-color-scheme:dark){:root{--good:#5fd17e;--bad:#ff8a80;--mark:#ff8a8033}}\
body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem}\
h1{overflow-wrap:anywhere}\
table{border-collapse:collapse}table.list{width:100%}\
.list th,.list td{border-bottom:1px solid var(--line);padding:.25rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}\
.list .number{text-align:right;white-space:nowrap}.list .word{white-space:nowrap}\
.good{color:var(--good)}.bad{color:var(--bad)}\
pre{overflow-x:auto;padding:.5rem;border:1px solid var(--line);border-radius:.3rem;max-height:30rem}\
.difference{border-top:2px solid var(--line);margin-top:2rem}\
.sides td,.sides th{font-family:ui-monospace,monospace;text-align:left;padding:0 .8rem;white-space:pre-wrap;overflow-wrap:anywhere;vertical-align:top}\
.sides .other td{background:var(--mark)}\
.views{display:flex;flex-wrap:wrap;gap:2rem;align-items:flex-start}\
.board{font-size:1.9rem;line-height:1}.board caption,.board th{font-size:.9rem;font-weight:normal;padding:.2rem .4rem}\
.board td[class]{width:2.4rem;height:2.4rem;text-align:center;padding:0}\
.light{background:#f0d9b5}.dark{background:#b58863}\
.white{color:#fff;-webkit-text-stroke:1px #000;paint-order:stroke fill}.black{color:#000}\
@media print{pre{max-height:none}.difference{break-inside:avoid}}";

/// A whole page.
pub fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// A paragraph; nothing where there is nothing to say.
pub fn paragraph(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<p>{}</p>\n", escaped(text)) }
}

/// Text as it stands.
pub fn preformatted(text: &str) -> String {
    format!("<pre>{}</pre>\n", escaped(text))
}

/// Items below each other.
pub fn items<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let items: String = texts.into_iter().map(|text| format!("<li>{}</li>\n", escaped(text))).collect();
    if items.is_empty() { items } else { format!("<ul>\n{items}</ul>\n") }
}
