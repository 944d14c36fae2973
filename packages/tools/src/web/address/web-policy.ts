/** Additional permissions and restrictions for web access, set by the owner of the agent. */
export interface WebPolicy {
  /** Allows this machine and private networks, for work on your own servers. Cloud metadata stays blocked. Default: false. */
  readonly allowsPrivate?: boolean
  /** Blocked sites: `example.com` includes its subdomains, `*.example.com` matches only subdomains. Default: none. */
  readonly blockedDomains?: readonly string[]
}

export function isBlockedDomain(host: string, { blockedDomains = [] }: WebPolicy): boolean {
  const name = host.toLowerCase()
  return blockedDomains.some((pattern) => {
    const domain = pattern
      .trim()
      .toLowerCase()
      .replace(/(?<!\.)\.+$/, '')
    if (domain.startsWith('*.')) return name.endsWith(domain.slice(1))
    return domain !== '' && (name === domain || name.endsWith(`.${domain}`))
  })
}
