import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Like vitest: `.js` resolves to `.ts`. */
const hooks = `import { registerHooks } from 'node:module'
registerHooks({ resolve(specifier, context, next) {
  try { return next(specifier, context) } catch { return next(specifier.replace(/\\.js$/, '.ts'), context) }
} })`

export interface Agent {
  /** The first printed line. */
  readonly line: string
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
}

/** Runs a module with the sources in the folder `src`, in its own process. */
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
