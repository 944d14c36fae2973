import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type JsonObject, textOf } from '@hermes/core'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { onTestFinished } from 'vitest'
import { loadConfig } from '../src/config/load-config.js'
import { createRuntime } from '../src/create-runtime.js'
import { type HomePaths, homePaths } from '../src/home/home-paths.js'

/** A call of a tool: its name and its arguments. */
export type ToolUse = readonly [tool: string, args: JsonObject]

/** A person's home with an agent and a project, where the sandbox, the tools and the checkpoints are the real ones. */
export interface HostileWorld {
  readonly home: string
  readonly paths: HomePaths
  readonly project: string
  /** In the home, where no command may write: what is there was written from outside of the sandbox. */
  readonly outside: string
  /** A script that leaves a trace in `outside`. */
  readonly evil: string
  /** Writes into the project, or anywhere for an absolute path. */
  put(name: string, content: string, mode?: number): string
  /** One session of the agent; each list of calls is a turn. What the tools answered, in order. */
  session(...turns: readonly (readonly ToolUse[])[]): Promise<readonly string[]>
  /** What was written outside. */
  traces(): readonly string[]
}

/** The home is below the user's own: what lies in the temporary folder may be written by every command. */
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
      // The gate is not what holds here.
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
