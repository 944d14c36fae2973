import { isKnown, type Word } from '../words/data.js'
import { isLoopback } from '../words/remote-hosts.js'

/**
 * Returns the host of an address, with its port. `undefined` for this machine and for texts that are not an address.
 */
export function hostOf(text: string): string | undefined {
  const url = /^[a-z][\w+.-]*:\/\//i.test(text) ? text.replace(/^[a-z][\w+.-]*:/i, 'http:') : undefined
  if (url === undefined || !URL.canParse(url)) return undefined
  const { host, hostname } = new URL(url)
  return isLoopback(hostname) ? undefined : host
}

const bareAddress = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:]+\]|(?:\w[\w-]*\.)+[a-z]{2,})(?::\d+)?(?:[/?]|$)/i

/**
 * Returns the addresses among the arguments of a program that also accepts them without a scheme: `curl example.com/x`.
 */
export function addressesIn(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }) => {
    const value = /^--url=(.*)$/s.exec(text)?.[1] ?? text
    if (/^(?:https?|ftps?|wss?):\/\//i.test(value)) return [value]
    return bareAddress.test(value) ? [`http://${value}`] : []
  })
}

/** Whether all parts are known before the command runs, so that they contain nothing that it reads. */
export function areKnown(words: readonly Word[]): boolean {
  return words.every((word) => isKnown(word) && word.origin === 'command')
}

/** Returns the host of `user@host:path`, as written for scp and rsync. */
export function hostOfRemotePath(text: string): string | undefined {
  const host = /^(?:[\w.-]+@)?([\w.-]+|\[[\da-f:]+\]):(?!\\)/i.exec(text)?.[1]
  if (host !== undefined && !/^\w+:\/\//.test(text)) return isLoopback(host) ? undefined : host
  return hostOf(text)
}
