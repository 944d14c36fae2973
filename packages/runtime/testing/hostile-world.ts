import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type JsonObject, textOf } from '@hermes/core'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { onTestFinished } from 'vitest'
import { loadConfig } from '../src/config/load/load-config.js'
import { createRuntime } from '../src/create-runtime.js'
import { type HomePaths, homePaths } from '../src/home/home-paths.js'

/** A call of a tool: its name and its arguments. */
export type ToolUse = readonly [tool: string, args: JsonObject]

/** A user's home with an agent and a project, with the real sandbox, tools and checkpoints. */
export interface HostileWorld {
  readonly home: string
  readonly paths: HomePaths
  readonly project: string
  /** A folder in the home that no command may write: files in it were written from outside of the sandbox. */
  readonly outside: string
  /** A script that leaves a trace in `outside`. */
  readonly evil: string
  /** Writes a file into the project, or anywhere for an absolute path. */
  put(name: string, content: string, mode?: number): string
  /** Runs one session; each list of calls is a turn. Returns the results of the tools, in order. */
  session(...turns: readonly (readonly ToolUse[])[]): Promise<readonly string[]>
  /** The files written outside. */
  traces(): readonly string[]
}

/** Below the user's home, because every command may write the temporary folder. */
export function openHostileWorld(): HostileWorld {
  const home = realpathSync(mkdtempSync(join(homedir(), '.hermes-hostile-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const paths = homePaths(join(home, '.hermes'))
  const project = join(home, 'work/project')
  const outside = join(home, 'outside')
  for (const folder of [paths.home, project, outside]) mkdirSync(folder, { recursive: true })
  const put = (name: string, content: string, mode = 0o644) => {
    const path = name.startsWith('/') ? name : join(project, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content, { mode })
    return path
  }
  const evil = put('evil', `#!/bin/sh\necho "$0 $*" >> '${outside}/ran'\n`, 0o755)

  async function session(...turns: readonly (readonly ToolUse[])[]): Promise<readonly string[]> {
    const script = turns.flatMap((uses) => [...uses.map(([tool, args]) => call(tool, args)), text('Done.')])
    await using provider = await startFakeProvider({ script })
    const variables = { PATH: process.env.PATH, HOME: home, HERMES_HOME: paths.home }
    const overrides = {
      model: { provider: 'custom', base_url: provider.baseUrl, default: 'm', context_length: 100_000 },
      // The approval gate is not under test here.
      approvals: { mode: 'off' as const },
      terminal: { sandbox: 'required' as const },
    }
    const loaded = await loadConfig({ paths, variables, overrides })
    await using runtime = await createRuntime({
      ...loaded,
      paths,
      workingDirectory: project,
      surface: { source: 'test' },
    })
    const answers: string[] = []
    let sessionId: string | undefined
    for (const _ of turns) {
      const run = runtime.agent.run('go', sessionId === undefined ? {} : { sessionId })
      for await (const event of run) if (event.type === 'tool-end') answers.push(textOf(event.message.content))
      sessionId = (await run.result).sessionId
    }
    return answers
  }

  return {
    home,
    paths,
    project,
    outside,
    evil,
    put,
    session,
    traces: () => readdirSync(outside).map((name) => `${name}: ${readFileSync(join(outside, name), 'latin1')}`),
  }
}
