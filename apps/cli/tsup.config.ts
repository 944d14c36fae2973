import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defineConfig } from 'tsup'
import { agentModules } from '../../scripts/build/agent-modules.ts'
import { app } from '../../tsup.base.ts'

const conversations = '../../packages/conversations/src'
const programs = ['src/main.ts', 'src/agent.ts', 'src/acp.ts']

const options = app(import.meta.dirname, [...programs, 'src/index.ts', 'src/run-compiled.ts'], {
  joined: {
    // Enough for `--version` and `--help`. What is loaded before the compile cache is on is not cached.
    launch: programs,
    // Enough for the help of a command.
    cli: ['src/start/run-cli.ts'],
    start: [
      'src/setup/with-chosen-profile.ts',
      'src/commands/chat/chat.ts',
      'src/one-shot/run-one-shot.ts',
      ...agentModules(import.meta.dirname),
    ],
    // Little that terminals share with the gateway, which loads no terminal.
    shared: [
      '../../packages/safety/src/text/short-path.ts',
      `${conversations}/commands/outcome-to-markdown.ts`,
      `${conversations}/commands/built-in/settings/reasoning.ts`,
      `${conversations}/stored/session-usage.ts`,
    ],
    // What both chats of a terminal load.
    terminal: ['src/attachments/pending-images.ts'],
    // Enough for the first frame of the full screen.
    screen: ['src/full-screen/run-full-screen.ts'],
    // What a chat opens behind it.
    commands: [`${conversations}/commands/host-services.ts`],
    gateway: ['src/commands/gateway/gateway.ts', '../gateway/src/program/run-gateway.ts'],
    // Loaded once a gateway is ready.
    api: ['../gateway/src/serving/to-listener.ts', '../gateway/src/api/create-app.ts'],
  },
  scripts: ['start', 'screen', 'commands', 'gateway', 'api'],
})

export default defineConfig({
  ...options,
  async onSuccess() {
    if (typeof options.onSuccess === 'function') await options.onSuccess()
    await copySkills()
    await writeHelp()
    await writeManual()
  },
})

/** The bundled skills, beside the code that looks for them. */
async function copySkills(): Promise<void> {
  const target = join(import.meta.dirname, 'dist/skills')
  await rm(target, { recursive: true, force: true })
  const source = join(import.meta.dirname, '../../skills')
  if (existsSync(source)) await cp(source, target, { recursive: true })
}

/** What `--help` prints, so that it need not be made from the table of commands each time. */
async function writeHelp(): Promise<void> {
  const folder = join(import.meta.dirname, 'dist/help')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  for (const [program, file] of [
    ['hermes', 'main.js'],
    ['hermes-agent', 'agent.js'],
  ]) {
    for (const language of ['en', 'zh']) {
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, '..', `${file}`), '--help'], {
        env: { ...process.env, HERMES_LANGUAGE: language },
      })
      await writeFile(join(folder, `${program}.${language}.txt`), stdout)
    }
  }
}

/** The manual page, from the table of commands that was built. */
async function writeManual(): Promise<void> {
  const dist = join(import.meta.dirname, 'dist')
  const { stdout } = await promisify(execFile)(process.execPath, [join(dist, 'main.js'), '__man'])
  await writeFile(join(dist, 'hermes.1'), stdout)
}
