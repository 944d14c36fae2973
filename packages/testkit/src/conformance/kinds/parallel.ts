import { homedir } from 'node:os'
import type { JsonValue } from '@hermes/core'
import { canRunInParallel, resolvePath } from '@hermes/tools'
import { asObject } from '../../fakes/provider/json.js'
import { type Kind, listField, textField } from '../kind.js'
import { declaredConcurrency } from './declared-concurrency.js'

/** `{calls: [{name, arguments}], mcpParallelServers?, cwd}`: whether the calls of one answer run concurrently. */
export function createParallelKind(): Kind {
  const declared = declaredConcurrency()
  return async (input) => {
    const cwd = textField(input, 'cwd')
    const servers = input.mcpParallelServers === undefined ? [] : texts(listField(input, 'mcpParallelServers'))
    const calls = listField(input, 'calls').map((call) => {
      const { name, arguments: args } = asObject(call)
      return { name: String(name), arguments: typeof args === 'string' ? args : JSON.stringify(args ?? null) }
    })
    return await canRunInParallel(calls, {
      concurrencyOf: (name) => declared.get(name) ?? (isOfServer(name, servers) ? 'safe' : undefined),
      resolvePath: (path) => resolvePath(path, { cwd, home: homedir() }),
    })
  }
}

/** Whether a name starts like the tools of one of the servers. Cases contain both spellings, `mcp_` and `mcp__`. */
function isOfServer(name: string, servers: readonly string[]): boolean {
  const prefixes = servers.flatMap((server) => {
    const plain = server.replace(/[^A-Za-z0-9_-]/g, '_')
    return [plain, plain.replaceAll('-', '_')].flatMap((each) => [`mcp__${each}__`, `mcp_${each}_`])
  })
  return prefixes.some((prefix) => name.startsWith(prefix) && name.length > prefix.length)
}

function texts(values: readonly JsonValue[]): string[] {
  return values.filter((value) => typeof value === 'string')
}
