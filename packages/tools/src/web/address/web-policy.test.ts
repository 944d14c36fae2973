import { expect, test } from 'vitest'
import { judgeAddress } from './judge-address.js'
import { judgeUrl } from './judge-url.js'

const isAllowed = (url: string, policy = {}) => judgeUrl(url, undefined, policy).allowed

test('allows private networks only by policy, and cloud metadata never', () => {
  for (const url of [
    'http://127.0.0.1:3000/',
    'http://localhost/',
    'http://10.1.2.3/',
    'http://[::1]/',
    'http://[fd12::1]/',
    'http://nas.local/',
    'http://100.64.0.1/',
  ]) {
    expect({ url, with: isAllowed(url, { allowsPrivate: true }), without: isAllowed(url) }).toEqual({
      url,
      with: true,
      without: false,
    })
  }
  for (const url of [
    'http://169.254.169.254/',
    'http://metadata.google.internal/',
    'http://168.63.129.16/',
    'http://100.100.100.200/',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:169.254.169.254]/',
    'http://instance-data/',
    'http://224.0.0.1/',
    'http://0.0.0.0/',
  ]) {
    expect({ url, allowed: isAllowed(url, { allowsPrivate: true }) }).toEqual({ url, allowed: false })
  }
  expect(judgeAddress('192.168.1.1', { allowsPrivate: true }).allowed).toBe(true)
  expect(judgeAddress('::ffff:192.168.1.1', { allowsPrivate: true }).allowed).toBe(true)
})

test('blocks sites with their subdomains but not similar names', () => {
  const policy = { blockedDomains: ['example.com', '*.tracker.net', 'Upper.Org.'] }
  for (const url of [
    'https://example.com/',
    'https://a.b.example.com/',
    'https://x.tracker.net/',
    'https://upper.org/',
    'https://EXAMPLE.com./',
  ]) {
    expect({ url, allowed: isAllowed(url, policy) }).toEqual({ url, allowed: false })
  }
  for (const url of ['https://notexample.com/', 'https://tracker.net/', 'https://example.com.org/']) {
    expect({ url, allowed: isAllowed(url, policy) }).toEqual({ url, allowed: true })
  }
})
