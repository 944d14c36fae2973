/** What the owner of the agent lets it reach on the web, beyond and below what is public. */
export interface WebPolicy {
  /**
   * This machine and private networks may be reached, for those who work on servers of their own. Cloud metadata may not.
   * Default false.
   */
  readonly allowsPrivate?: boolean
  /** Sites that are never read: `example.com` with all below it, `*.example.com` what is below it. Default: none. */
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
