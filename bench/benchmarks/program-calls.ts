import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Benchmark, Figures, Prepare } from '../benchmark.ts'

const count = 1_000
const text = 'What a tool says is about as long as this. '.repeat(10)

/** The minimum of a call: one line of JSON in each direction, with a running process. */
const lines = `
import json, sys
for go in sys.stdin:
    for n in range(${count}):
        print(json.dumps({"path": f"${text}{n}"}), flush=True)
        assert json.loads(sys.stdin.readline()) == f"${text}{n}"
    print("{}", flush=True)
`

const python = `
from hermes_tools import read_file
for n in range(${count}):
    assert read_file(f"${text}{n}") == f"${text}{n}"
print("done")
`

const javascript = `
for (let n = 0; n < ${count}; n++) {
  if ((await hermes.read_file(\`${text}\${n}\`)) !== \`${text}\${n}\`) throw new Error('The result differs.')
}
console.log('done')
`

/**
 * Measures the overhead of a tool call from a program, beyond the tool itself: the round trip, without gate and
 * executor.
 */
export const programCalls: Benchmark = {
  id: 'program-calls',
  title: `${count} tool calls of one program, one after the other`,
  rounds: 5,
  floor: 'lines of JSON',
  contenders: {
    'lines of JSON': throughLines,
    'hermes, python': throughKernel('python', python),
    'hermes, javascript': throughKernel('javascript', javascript),
  },
  targets: [
    { contender: 'hermes, python', figure: 'callUs', limit: 500 },
    { contender: 'hermes, javascript', figure: 'callUs', limit: 500 },
  ],
}

function throughLines(): ReturnType<Prepare> {
  const child = spawn('python3', ['-c', lines], { stdio: ['pipe', 'pipe', 'inherit'] })
  const reader = createInterface({ input: child.stdout })
  return timed(async () => {
    const done = Promise.withResolvers<void>()
    const answer = (line: string) => {
      const { path } = JSON.parse(line)
      if (path === undefined) done.resolve()
      else child.stdin.write(`${JSON.stringify(path)}\n`)
    }
    reader.on('line', answer)
    child.stdin.write('go\n')
    await done.promise
    reader.off('line', answer)
  })
}

function throughKernel(language: string, code: string): Prepare {
  return async ({ folder }) => {
    const { createLocalEnvironment } = await import('../../packages/environments/dist/index.js')
    const { codeTools } = await import('../../packages/tools/dist/code/index.js')
    const { tools } = codeTools({
      environment: createLocalEnvironment({ workingDirectory: folder, variables: process.env }),
      limits: { toolCalls: count },
      tools: {
        list: async () => [
          { name: 'read_file', parameters: { type: 'object', properties: { path: {} } }, concurrency: 'safe' },
        ],
        call: async ({ args }) => ({ content: String(args.path) }),
      },
    })
    const context = {
      callId: 'bench',
      sessionId: 'bench',
      taskId: 'bench',
      signal: new AbortController().signal,
      report: () => undefined,
    }
    return timed(async () => {
      const outcome = await tools[0]?.run({ code, language, reset: false }, context)
      if (typeof outcome !== 'object' || outcome.content !== 'done') throw new Error(JSON.stringify(outcome))
    })
  }
}

function timed(run: () => Promise<void>): Awaited<ReturnType<Prepare>> {
  return async (): Promise<Figures> => {
    const start = performance.now()
    await run()
    return { callUs: ((performance.now() - start) * 1000) / count }
  }
}
