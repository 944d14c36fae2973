import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** As vitest does: `.js` leads to `.ts`. */
const hooks = `import { registerHooks } from 'node:module'
registerHooks({ resolve(specifier, context, next) {
  try { return next(specifier, context) } catch { return next(specifier.replace(/\\.js$/, '.ts'), context) }
} })`

export interface Agent {
  /** The first line that it printed. */
  readonly line: string
  /** Ends it by SIGKILL. */
  kill(): Promise<void>
}

/** Runs a module against the sources, in the folder `src`, as a process of its own. */
export async function runAgent(
  script: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Agent> {
  const args = ['--conditions=@hermes/source', '--import', `data:text/javascript,${encodeURIComponent(hooks)}`]
  const child = spawn(process.execPath, [...args, '--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('../src', import.meta.url)),
    env: variables,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { line, kill: () => kill(child) }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
