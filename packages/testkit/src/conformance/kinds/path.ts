import { type JsonObject, type JsonValue, type ToolCall, textOf } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { createToolExecutor, createToolRegistry, fileTools } from '@hermes/tools'
import { type Kind, textField } from '../kind.js'

/**
 * `{op, path, mode, home, cwd, agentHome}`: whether the file tools allow it. They access real files on this machine.
 */
export const path: Kind = async (input) => {
  const home = textField(input, 'home')
  const protect = { home, agentHome: textField(input, 'agentHome'), mode: modeOf(input) }
  const variables = { HOME: home, PATH: process.env.PATH }
  await using environment = createLocalEnvironment({ workingDirectory: textField(input, 'cwd'), variables })
  const registry = createToolRegistry(fileTools({ environment, protect }))
  const call = toCall(input)
  // A missing tool is an error, not a verdict.
  if (!registry.get(call.function.name)) throw new Error(`This version has no ${call.function.name}.`)
  const executor = createToolExecutor({ registry })
  const context = { sessionId: 'conformance', taskId: 'conformance', signal: new AbortController().signal }
  for await (const event of executor.execute([call], context)) {
    if (event.type === 'tool-end') return toOutput(event.isError, textOf(event.message.content))
  }
  throw new Error('The executor ended without a result.')
}

function toCall(input: JsonObject): ToolCall {
  const target = textField(input, 'path')
  switch (input.op) {
    case 'read':
      return callOf('read_file', { path: target })
    case 'write':
      return callOf('write_file', { path: target, content: 'written by hermes-conformance\n' })
    default:
      throw new TypeError('input.op must be "read" or "write".')
  }
}

function callOf(name: string, args: JsonObject): ToolCall {
  return { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(args) } }
}

function modeOf({ mode }: JsonObject): 'default' | 'workspace-only' {
  if (mode === undefined || mode === 'default') return 'default'
  if (mode === 'workspace-only') return mode
  throw new TypeError('input.mode must be "default" or "workspace-only".')
}

function toOutput(isError: boolean, text: string): JsonValue {
  return isError ? { ok: false, error: text } : { ok: true }
}
