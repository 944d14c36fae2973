import { homedir } from 'node:os'
import type { JsonValue } from '@hermes/core'
import { canRunInParallel, resolvePath } from '@hermes/tools'
import { asObject } from '../../fakes/provider/json.js'
import { type Kind, listField, textField } from '../kind.js'
import { knownConcurrency } from './known-concurrency.js'

/** `{calls: [{name, arguments}], mcpParallelServers?, cwd}`: whether the calls of one answer run concurrently. */
export const parallel: Kind = async (input) => {
  const cwd = textField(input, 'cwd')
  const parallelMcpServers = input.mcpParallelServers === undefined ? [] : texts(listField(input, 'mcpParallelServers'))
  const calls = listField(input, 'calls').map((call) => {
    const { name, arguments: args } = asObject(call)
    return { name: String(name), arguments: typeof args === 'string' ? args : JSON.stringify(args ?? null) }
  })
  return await canRunInParallel(calls, {
    concurrencyOf: (name) => knownConcurrency(name, { parallelMcpServers }),
    resolvePath: (path) => resolvePath(path, { cwd, home: homedir() }),
  })
}

function texts(values: readonly JsonValue[]): string[] {
  return values.filter((value) => typeof value === 'string')
}
