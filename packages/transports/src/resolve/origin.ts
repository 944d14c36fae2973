/** Returns scheme, host and port, or `undefined` for an invalid URL. All names of this machine are treated as one. */
export function originOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined
  if (isLoopback(parsed.hostname)) parsed.hostname = '127.0.0.1'
  return parsed.origin
}

/** Whether the URL points to this machine. */
export function isLoopbackUrl(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && isLoopback(parsed.hostname)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
