import * as z from 'zod'
import { defineTool, type ToolCall, type ToolExecutor } from '../../packages/core/dist/index.js'
import type { Benchmark, Figures, Prepare } from '../benchmark.ts'

const count = 5_000
const text = 'What a tool says is about as long as this. '.repeat(10)

const echo = defineTool({
  name: 'echo',
  description: 'Gives back a text.',
  toolset: 'bench',
  parameters: z.object({ text: z.string(), times: z.int().default(1) }),
  effect: 'read',
  concurrency: 'safe',
  run: async (args) => args.text.repeat(args.times),
})

/** Measures the overhead of the executor per call: repair, validation, gate, redaction, limits, events. */
export const toolCall: Benchmark = {
  id: 'tool-call',
  title: `${count} tool calls, one after the other`,
  rounds: 5,
  floor: 'parse-and-run',
  contenders: {
    'parse-and-run': () =>
      perCall(async (call) => {
        const args = echo.schema?.['~standard'].validate(JSON.parse(call.function.arguments))
        const { value } = (await args) as { value: { text: string; times: number } }
        return (await echo.run(value, context(call.id))) as string
      }),
    'hermes, no redaction': async () => {
      const { createToolExecutor, createToolRegistry } = await import('../../packages/tools/dist/index.js')
      return perCall(execute(createToolExecutor({ registry: createToolRegistry([echo]), redactor: false })))
    },
    hermes: async () => {
      const { createToolExecutor, createToolRegistry } = await import('../../packages/tools/dist/index.js')
      return perCall(execute(createToolExecutor({ registry: createToolRegistry([echo]) })))
    },
    'hermes, gate and 200 tools': async () => {
      const { createToolExecutor, createToolRegistry } = await import('../../packages/tools/dist/index.js')
      const others = Array.from({ length: 200 }, (_, index) => ({ ...echo, name: `other_${index}` }))
      const gate = { review: async () => ({ allowed: true }) as const }
      return perCall(execute(createToolExecutor({ registry: createToolRegistry([echo, ...others]), gate })))
    },
  },
  targets: [
    { contender: 'hermes, no redaction', figure: 'callUs', limit: 60 },
    { contender: 'hermes', figure: 'callUs', limit: 150 },
    { contender: 'hermes, gate and 200 tools', figure: 'wallMs', limit: 1.5, against: 'hermes' },
  ],
}

function execute(executor: ToolExecutor) {
  return async (call: ToolCall) => {
    let content: unknown
    for await (const event of executor.execute([call], session))
      if (event.type === 'tool-end') content = event.message.content
    return content
  }
}

const { signal } = new AbortController()
const session = { sessionId: 'bench', taskId: 'bench', signal }

function context(callId: string) {
  return { ...session, callId, report: () => undefined }
}

function perCall(run: (call: ToolCall) => Promise<unknown>): Awaited<ReturnType<Prepare>> {
  return async (): Promise<Figures> => {
    const start = performance.now()
    for (let index = 0; index < count; index++) {
      const written = JSON.stringify({ text: `${text}${index}` })
      const said = await run({ id: `call_${index}`, type: 'function', function: { name: 'echo', arguments: written } })
      if (said !== `${text}${index}`) throw new Error(`The tool said ${String(said).slice(0, 80)}.`)
    }
    return { callUs: ((performance.now() - start) * 1000) / count }
  }
}
