import { Readable } from 'node:stream'
import { HermesError, type JsonObject, type JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { type SendRequest, safeFetch } from '@hermes/tools/web'
import { type Kind, listField, textField } from '../kind.js'

/** `{url, resolves, resolveSequence?, redirects?}`: whether the web tools fetch it, with a stubbed resolver and network. */
export const url: Kind = async (input) => {
  const connected: string[] = []
  const redirects = input.redirects === undefined ? [] : texts(listField(input, 'redirects'))
  const send: SendRequest = async ({ address }) => {
    const location = redirects[connected.length]
    connected.push(address)
    return { status: location === undefined ? 200 : 302, headers: { location }, body: Readable.from([]) }
  }
  const allowed = await isFetched(textField(input, 'url'), { resolve: stubResolver(input), send })
  return { allowed, connected }
}

/**
 * Whether the address is fetched. Only a rejection by the guard, or a name without an address, is a negative verdict;
 * other errors are faults of the item.
 */
async function isFetched(address: string, options: Parameters<typeof safeFetch>[1]): Promise<boolean> {
  try {
    await safeFetch(address, options)
    return true
  } catch (error) {
    if (HermesError.is(error) && error.code.startsWith('web/')) return false
    throw error
  }
}

/** Creates a resolver. A name in `resolveSequence` resolves to the next answer each time; the last one is repeated. */
function stubResolver({ resolves, resolveSequence }: JsonObject) {
  const asked = new Map<string, number>()
  return async (name: string): Promise<readonly string[]> => {
    const sequence = answersOf(resolveSequence, name)
    const count = asked.get(name) ?? 0
    asked.set(name, count + 1)
    const answer = sequence ? sequence[Math.min(count, sequence.length - 1)] : answersOf(resolves, name)
    return Array.isArray(answer) ? texts(answer) : []
  }
}

function answersOf(table: JsonValue | undefined, name: string): readonly JsonValue[] | undefined {
  const answers = isRecord(table) && Object.hasOwn(table, name) ? table[name] : undefined
  return Array.isArray(answers) ? answers : undefined
}

function texts(values: readonly JsonValue[]): string[] {
  return values.filter((value) => typeof value === 'string')
}
