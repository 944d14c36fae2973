/** Programs that send or fetch over the network. */
export const networkPrograms: readonly string[] =
  'curl wget http https httpie xh aria2c fetch lynx w3m links nc ncat netcat telnet socat ftp sftp tftp lftp ssh scp rsync openssl GET POST lwp-request mail mailx sendmail mutt swaks dig nslookup host websocat rclone s3cmd'.split(
    ' ',
  )

const metadataNames =
  /(?:^|\.)(?:metadata\.google\.internal|metadata\.goog|metadata\.azure\.(?:com|internal)|instance-data(?:\.ec2\.internal)?|metadata\.packet\.net|metadata\.tencentyun\.com)\.?$|^metadata$/i
const metadataAddresses = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  '[fd00:ec2::254]',
  '[fd00:ec2::23]',
  '[fd20:ce::254]',
])

/** The address of a cloud metadata service in any notation: a name, decimal, octal, hexadecimal, mapped to IPv6. */
export function isMetadataAddress(text: string): boolean {
  if (text.length > 2_000 || !/[.:\d]/.test(text)) return false
  const host = hostOf(text)
  if (host === undefined) return false
  const mapped = /^\[::(?:ffff:)?([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host)
  const address = mapped ? toIpv4(Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)) : host
  return (
    metadataAddresses.has(address) ||
    metadataNames.test(host) ||
    /(?:^|[.-])169[.-]254[.-]169[.-]254(?:[.-]|$)/.test(host)
  )
}

export function isLoopback(text: string): boolean {
  return (
    /^(?:localhost|127(?:\.\d+){1,3}|::1|\[::1\]|0\.0\.0\.0)$/i.test(text) ||
    /^https?:\/\/(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/i.test(text)
  )
}

function hostOf(text: string): string | undefined {
  const url = /^[a-z][\w+.-]*:\/\//i.test(text) ? text.replace(/^[a-z][\w+.-]*:/i, 'http:') : `http://${text}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

function toIpv4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
