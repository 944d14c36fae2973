import { GatewayUsageError } from './gateway-usage-error.js'

/** The words after the name of a command, as its help shows them. Commands that are not listed take none. */
const words = new Map<string, readonly string[]>([
  ['pair', ['<network>', '<code>']],
  ['unpair', ['<network>', '<id>']],
  ['forget-codes', ['<network>']],
  ['pause', ['<network>']],
  ['resume', ['<network>']],
  ['send', ['<target>', '<text>']],
])

/**
 * Checks the number of words after the name of a command. A text may have several.
 * @throws {GatewayUsageError}
 */
export function checkWords([name = '', ...given]: readonly string[]): void {
  const wanted = words.get(name) ?? []
  const usage = ['hermes gateway', name, ...wanted].join(' ')
  if (given.length < wanted.length) throw new GatewayUsageError(`An argument is missing: ${usage}.`)
  if (given.length > wanted.length && wanted.at(-1) !== '<text>') {
    throw new GatewayUsageError(`"${given[wanted.length]}" is one word too many: ${usage}.`)
  }
}
