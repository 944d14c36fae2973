#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { describeError } from '@hermes/core'
import { startFakeProvider } from '../index.js'
import { requireNode } from '../require-node.js'
import { namedScript, scriptForms } from './named-script.js'
import { namedWire, wireNames } from './named-wire.js'

const usage = `Usage: hermes-fake-provider [options]

Serves a scripted model over a provider's wire and prints its address as one JSON line.

  --wire NAME        ${wireNames.join(', ')} (default chat)
  --script FORM      ${scriptForms.join(', ')} (default text:Hello.)
  --tool NAME        the tool that tool-turns calls (default terminal)
  --args JSON        its arguments; {n} becomes the turn's number (default {"command":"echo {n}"})
  --port N           default 0: any free one
  --host ADDRESS     default 127.0.0.1
  --api-key KEY      refuse requests without it
  --model NAME       refuse other models; may be repeated
  --piece-delay MS   wait before each delta
  --first-delay MS   wait before the first byte
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      wire: { type: 'string', default: 'chat' },
      script: { type: 'string', default: 'text:Hello.' },
      tool: { type: 'string', default: 'terminal' },
      args: { type: 'string', default: '{"command":"echo {n}"}' },
      port: { type: 'string', default: '0' },
      host: { type: 'string', default: '127.0.0.1' },
      'api-key': { type: 'string' },
      model: { type: 'string', multiple: true },
      'piece-delay': { type: 'string', default: '0' },
      'first-delay': { type: 'string', default: '0' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    return
  }
  const pace = { pieceDelayMs: Number(values['piece-delay']), firstDelayMs: Number(values['first-delay']) }
  const provider = await startFakeProvider({
    wire: namedWire(values.wire),
    script: namedScript(values.script, { tool: values.tool, args: values.args, pace }),
    port: Number(values.port),
    host: values.host,
    ...(values['api-key'] === undefined ? {} : { apiKey: values['api-key'] }),
    ...(values.model === undefined ? {} : { models: values.model }),
  })
  process.stdout.write(`${JSON.stringify({ baseUrl: provider.baseUrl, pid: process.pid })}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void provider.close())
}

if (requireNode('hermes-fake-provider')) {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n\n${usage}`)
    process.exitCode = 2
  }
}
