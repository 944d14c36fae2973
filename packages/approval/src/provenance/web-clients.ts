import { carriesData } from '@hermes/safety'
import { hasFlag, type Subject } from '../rules/rule.js'
import { addressesIn, areKnown, hostOf } from './network-hosts.js'

const uploads: Readonly<Record<string, RegExp>> = {
  curl: /^(?:-[a-zA-Z]*[dFT].*|--(?:data|form|json|upload-file|mail|quote|config)\b.*|-K.*)$/s,
  wget: /^--(?:post-|body-|method|input-file|config)|^-i/,
  aria2c: /^(?:-i|--input-file)/,
  lynx: /^-post_data/,
}
const method = /^(?:POST|PUT|PATCH|DELETE)$/i
const methodOption = /^(?:-X|--request=?|--method=?)(.*)$/
/** `name=value`, `name:=json`, `name@file` and headers with values, as written for httpie and xh. */
const field = /^[\w.[\]-]+(?::?=|@)(?!=)/

/** Programs that request addresses. */
export const webClients: readonly string[] =
  'curl wget http https httpie xh aria2c fetch lynx w3m links GET POST lwp-request yt-dlp websocat'.split(' ')

/** Returns the hosts that a web client sends data to, beyond requesting a page. */
export function hostsSentTo(subject: Subject): readonly string[] {
  const addresses = addressesIn(subject.invocation.argv.slice(1))
  const hosts = [...new Set(addresses.flatMap((address) => hostOf(address) ?? []))]
  const isLocal = addresses.length > 0 && hosts.length === 0 && areKnown(subject.invocation.argv)
  if (isLocal) return []
  return sends(subject, addresses) ? (hosts.length > 0 ? hosts : ['another machine']) : []
}

function sends(subject: Subject, addresses: readonly string[]): boolean {
  const { args, invocation } = subject
  const { name, argv, stdin } = invocation
  if (name === 'POST' || name === 'websocat') return true
  // Parts that only the running shell knows may be anything that the shell has read.
  if (!areKnown(argv.slice(1)) || addresses.some(carriesData)) return true
  if (args.some((arg, at) => isMethod(arg, args[at + 1]) || uploads[name]?.test(arg))) return true
  const isHttpie = /^(?:http|https|httpie|xh)$/.test(name)
  return isHttpie && (stdin !== undefined || args.some((arg) => method.test(arg) || field.test(arg)))
}

function isMethod(arg: string, next: string | undefined): boolean {
  const value = methodOption.exec(arg)?.[1]
  return value !== undefined && method.test(value === '' ? (next ?? '') : value)
}

/** Returns the hosts whose pages the program prints or stores. */
export function hostsRead(subject: Subject): readonly (string | undefined)[] {
  if (hasFlag(subject.args, 'V', 'version', 'help')) return []
  const addresses = addressesIn(subject.invocation.argv.slice(1))
  return addresses.length === 0 ? [undefined] : addresses.flatMap((address) => hostOf(address) ?? [])
}
