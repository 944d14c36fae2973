/** Whether a list of `example.com` (this host), `*.example.com` (its subdomains) and addresses contains a host. */
export function isListed(host: string, list: readonly string[]): boolean {
  return list.some((entry) => {
    const pattern = entry.trim().toLowerCase()
    return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
  })
}
