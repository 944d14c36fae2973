/** Whether a label shows the whole address of its link. Those that are written without their scheme become links, too. */
export function isAddressOf(label: string, href: string): boolean {
  return [label, `http://${label}`, `https://${label}`, `mailto:${label}`].includes(href)
}
