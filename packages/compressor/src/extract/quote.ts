/** Every line marked, so that nothing in the text can pass for a part of the summary. */
export function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}
