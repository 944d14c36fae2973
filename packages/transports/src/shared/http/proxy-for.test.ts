import { ConfigError } from '@hermes/core'
import { expect, test } from 'vitest'
import { proxyFromVariables } from './proxy-for.js'

const proxy = 'http://proxy.example:3128'

function hostFor(url: string, variables: Record<string, string>): string | undefined {
  return proxyFromVariables(variables)?.(new URL(url))?.host
}

test('uses no proxy without a variable', () => {
  expect(proxyFromVariables({ PATH: '/bin', HTTPS_PROXY: ' ', NO_PROXY: '*' })).toBeUndefined()
})

test('reads one variable per scheme, and one for all schemes', () => {
  expect(hostFor('https://a.example', { HTTPS_PROXY: proxy })).toBe('proxy.example:3128')
  expect(hostFor('http://a.example', { HTTPS_PROXY: proxy })).toBeUndefined()
  expect(hostFor('http://a.example', { HTTPS_PROXY: proxy, ALL_PROXY: 'http://all.example' })).toBe('all.example')
})

test('prefers lower-case variables, and accepts an address without a scheme', () => {
  expect(hostFor('https://a.example', { HTTPS_PROXY: proxy, https_proxy: 'small.example:1' })).toBe('small.example:1')
})

test.each([
  ['http://localhost:11434'],
  ['http://models.localhost'],
  ['http://127.0.0.1:8080'],
  ['http://127.1.2.3'],
  ['http://[::1]:1'],
])('calls this machine directly: %s', (url) => {
  expect(hostFor(url, { ALL_PROXY: proxy })).toBeUndefined()
})

test.each<[string, readonly string[], readonly string[]]>([
  ['*', ['https://a.example', 'http://10.0.0.1'], []],
  [
    'example.com',
    ['https://example.com', 'https://api.example.com', 'https://example.com:8443'],
    ['https://notexample.com', 'https://example.com.evil.org'],
  ],
  ['.example.com, *.other.org', ['https://api.example.com', 'https://api.other.org'], ['https://third.net']],
  ['EXAMPLE.com', ['https://example.COM'], []],
  ['a.example:8443 b.example', ['https://a.example:8443', 'https://b.example'], ['https://a.example']],
  ['a.example:443', ['https://a.example'], ['http://a.example']],
  ['10.0.0.0/8,192.168.1.7', ['http://10.20.30.40:1', 'http://192.168.1.7'], ['http://11.0.0.1', 'http://192.168.1.8']],
  ['fd00::/8,::2', ['http://[fd12::1]/', 'http://[::2]'], ['http://[fe80::1]', 'http://[::3]']],
  [' , ,', [], ['https://a.example']],
  ['300.1.1.1/99', [], ['http://10.0.0.1']],
])('NO_PROXY=%s', (list, direct, proxied) => {
  const variables = { ALL_PROXY: proxy, NO_PROXY: list }
  for (const url of direct) expect([url, hostFor(url, variables)]).toEqual([url, undefined])
  for (const url of proxied) expect([url, hostFor(url, variables)]).toEqual([url, 'proxy.example:3128'])
})

test('rejects an invalid value by its variable, without showing it', () => {
  const proxyFor = proxyFromVariables({ HTTPS_PROXY: 'http://user:secret@' })
  const ask = () => proxyFor?.(new URL('https://a.example'))
  expect(ask).toThrow(ConfigError)
  expect(ask).toThrow(/^HTTPS_PROXY (?!.*secret)/)
})
