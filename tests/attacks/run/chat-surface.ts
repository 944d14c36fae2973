import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createScreen } from '../../e2e/screen.ts'
import { type Surface, turnLimitMs } from './surface.ts'

interface ChatOptions {
  readonly main: string
  readonly project: string
  readonly env: NodeJS.ProcessEnv
}

/** Starts the built command line on a terminal, with an owner who denies every question. */
export async function startChat({ main, project, env }: ChatOptions): Promise<Surface> {
  const command = `'${process.execPath}' '${main}' chat --cli`
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: project,
    env: { ...env, TERM: 'xterm-256color' },
  })
  const exit = once(child, 'exit')
  let screen = createScreen()
  child.stdout.setEncoding('utf8').on('data', (data: string) => screen.write(data))
  const type = (text: string) => void child.stdin.write(`${text}\r`)
  let earlier = 0
  let answered = 0
  const asked = () => screen.text().split(question).length - 1

  async function until(isReached: () => boolean): Promise<boolean> {
    const end = Date.now() + turnLimitMs
    while (!isReached()) {
      if (Date.now() > end || child.exitCode !== null) return false
      if (asked() > answered) {
        answered = asked()
        type('n')
      }
      await delay(10)
    }
    return true
  }
  /** Whether the prompt is ready. The status line is below it. */
  const isReady = () => {
    const [prompt, last] = screen.text().trimEnd().split('\n').slice(-2)
    return prompt?.trimEnd() === '❯' || last?.startsWith('❯') === true
  }

  const isNew = () => screen.text().includes('A new session starts')

  /** Clears the screen, because one that grows with every case would be slow to read. */
  function clear(): void {
    earlier += asked()
    answered = 0
    screen = createScreen()
  }

  /** Starts a new session. Only asks for confirmation if the session has messages. */
  async function beginSession(): Promise<boolean> {
    clear()
    type('/new')
    const isAsked = () => screen.text().includes('start a new session?')
    await until(() => isAsked() || isNew())
    if (isAsked()) type('y')
    return until(() => isNew() && isReady())
  }

  if (!(await until(isReady))) throw new Error(`The chat has not started:\n${screen.text()}`)
  return {
    pid: child.pid ?? 0,
    async say(prompt, lastWords) {
      if (!(await beginSession())) return false
      clear()
      type(prompt)
      return until(() => screen.text().includes(lastWords) && isReady())
    },
    questions: () => earlier + asked(),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

const question = 'Run it?'
