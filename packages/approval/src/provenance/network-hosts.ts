import { isKnown, type Word } from '../words/data.js'
import { isLoopback } from '../words/remote-hosts.js'

/** The host of an address, with its port; `undefined` for this machine and for texts that are no address. */
export function hostOf(text: string): string | undefined {
  const url = /^[a-z][\w+.-]*:\/\//i.test(text) ? text.replace(/^[a-z][\w+.-]*:/i, 'http:') : undefined
  if (url === undefined || !URL.canParse(url)) return undefined
  const { host, hostname } = new URL(url)
  return isLoopback(hostname) ? undefined : host
}

const bareAddress = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:]+\]|(?:\w[\w-]*\.)+[a-z]{2,})(?::\d+)?(?:[/?]|$)/i

/** The addresses among the arguments of a program that takes them without a scheme too: `curl example.com/x`. */
export function addressesIn(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }) => {
    const value = /^--url=(.*)$/s.exec(text)?.[1] ?? text
    if (/^(?:https?|ftps?|wss?):\/\//i.test(value)) return [value]
    return bareAddress.test(value) ? [`http://${value}`] : []
  })
}

/** All parts are known before the command runs, so they contain nothing that it reads. */
export function areKnown(words: readonly Word[]): boolean {
  return words.every((word) => isKnown(word) && word.origin === 'command')
}

/** The host of `user@host:path`, as scp and rsync write it. */
export function hostOfRemotePath(text: string): string | undefined {
  const host = /^(?:[\w.-]+@)?([\w.-]+|\[[\da-f:]+\]):(?!\\)/i.exec(text)?.[1]
  if (host !== undefined && !/^\w+:\/\//.test(text)) return isLoopback(host) ? undefined : host
  return hostOf(text)
}
