import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ProgramResult, RunProgram } from '@hermes/core/extension'
import { type KeptMemory, search } from '../services/fake-service.js'

export interface FakeByterover {
  readonly run: RunProgram
  /** What it kept. Its owner is the folder of the project. */
  readonly kept: ReadonlyMap<string, KeptMemory>
  /** Answers the next calls with this result instead. */
  failWith(result: ProgramResult): void
  /** The next notes stay in this state. */
  logAs(status: string): void
}

const flags = {
  format: { type: 'string', default: 'text' },
  limit: { type: 'string', default: '10' },
  since: { type: 'string' },
} as const

/** The program `brv` 3.14 as far as it is used, without a model: each text is a note. It exits with 0 when a task fails, too. */
export function fakeByterover(now: () => number = Date.now): FakeByterover {
  const kept = new Map<string, KeptMemory>()
  const log: {
    readonly project: string
    readonly startedAt: number
    readonly status: string
    readonly context: string
  }[] = []
  let failure: ProgramResult | undefined
  let status = 'completed'

  function curate(project: string, context: string) {
    log.push({ project, startedAt: now(), status, context })
    const id = `cur-${log.length}`
    kept.set(id, { id, owner: project, text: context })
    const event = (data: object) => JSON.stringify({ command: 'curate', data, success: true, timestamp: 't' })
    return [event({ event: 'thinking', taskId: 't' }), event({ event: 'completed', logId: id, status: 'completed' })]
  }

  function view(project: string, since: string | undefined, limit: number) {
    const entries = log.filter((entry) => entry.project === project && entry.startedAt >= Date.parse(since ?? '1970'))
    const data = entries
      .toReversed()
      .slice(0, limit)
      .map(({ context, ...entry }) => ({ ...entry, input: { context } }))
    return [JSON.stringify({ command: 'curate view', data, success: true, retrievedAt: 't' }, null, 2)]
  }

  function find(project: string, query: string, limit: number) {
    const results = search(kept, project, query)
      .slice(0, limit)
      .map(({ id, text }) => ({
        excerpt: `---\ntitle: ${id}\ntags: []\n---\n## Raw Concept\n${text}`,
        path: `turns/${id}.md`,
        score: 0.66,
        title: id,
        origin: 'local',
      }))
    const data = {
      message: `Found ${results.length} result(s).`,
      results,
      totalFound: results.length,
      status: 'completed',
    }
    return [JSON.stringify({ command: 'search', data, success: true, timestamp: 't' })]
  }

  return {
    kept,
    failWith(result) {
      failure = result
    },
    logAs(next) {
      status = next
    },
    async run({ args, workingDirectory }, { signal }) {
      signal.throwIfAborted()
      if (failure) return failure
      const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
      const [command, ...rest] = positionals
      const project = nearestProject(workingDirectory) ?? workingDirectory
      const answer = () => {
        if (values.format !== 'json') return ['Not in JSON.']
        if (command === 'search') return find(project, rest[0] ?? '', Number(values.limit))
        if (rest[0] === 'view') return view(project, values.since, Number(values.limit))
        return curate(project, rest[0] ?? '')
      }
      return { code: 0, stdout: `${answer().join('\n')}\n`, stderr: '' }
    },
  }
}

function nearestProject(folder: string): string | undefined {
  if (existsSync(join(folder, '.brv', 'config.json'))) return folder
  return dirname(folder) === folder ? undefined : nearestProject(dirname(folder))
}
