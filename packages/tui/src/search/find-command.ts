import type { ResultOf } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'

/** `/find [TEXT]`, a command of this interface only. */
export const findCommand: ResultOf<'commands.catalog'>['commands'][number] = {
  name: 'find',
  aliases: [],
  usage: '[text]',
  description: english`find text in the messages shown`,
  category: 'session',
  whileRunning: 'at-once',
}

/** Returns the text of `/find TEXT`, or `undefined` for another line. */
export function findRequest(line: string): string | undefined {
  const [match, text = ''] = /^\/find(?:\s+(.*))?$/s.exec(line.trim()) ?? []
  return match === undefined ? undefined : text
}
