/** Whether a label shows the whole address of its link. Addresses written without a scheme become links, too. */
export function isAddressOf(label: string, href: string): boolean {
  return [label, `http://${label}`, `https://${label}`, `mailto:${label}`].includes(href)
}
