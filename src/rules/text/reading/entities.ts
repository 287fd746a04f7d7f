/** The text that XML writes with entities for its own signs. */
export function decodeEntities(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll(/&quot;|&#34;/g, '"')
    .replaceAll(/&apos;|&#39;/g, "'")
    .replaceAll("&amp;", "&");
}
