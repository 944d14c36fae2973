// Asks one question. `hermes` runs as a child process, and each approval is asked on this terminal.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { Readable, Writable } from 'node:stream'
import { createLineChannel } from '@hermes/rpc'
import { connect } from '@hermes/rpc/client'

const [command = 'hermes', ...args] = process.env.HERMES?.split(' ') ?? []
const server = spawn(command, [...args, 'serve'], { stdio: ['pipe', 'pipe', 'inherit'] })
server.once('error', ({ message }) => {
  process.stderr.write(`${command} cannot be started (${message}): install Hermes, or set HERMES to its command.\n`)
  process.exit(1)
})
const channel = createLineChannel({
  input: Readable.toWeb(server.stdout),
  output: Writable.toWeb(server.stdin),
  maxFrameBytes: 64 * 1024 * 1024,
})
const done = Promise.withResolvers()

using client = await connect(channel, {
  name: 'rpc-client-example',
  onEvent(event) {
    if (event.type === 'message.delta') process.stdout.write(event.payload.text)
    if (event.type === 'message.complete') done.resolve(event.payload.status)
  },
  answer: { approval },
})
const { sessionId } = await client.call('session.create', { workingDirectory: process.cwd() })
await client.call('prompt.submit', { sessionId, content: process.argv[2] ?? 'Hello!' })
process.stderr.write(`\n${await done.promise}: continue with \`hermes -r ${sessionId}\`\n`)

async function approval({ question }, { signal }) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`\n${question.reasons.join(' ')}\n${question.text}\nRun it? [y/N] `, {
    signal,
  })
  terminal.close()
  return { choice: answer === 'y' ? 'once' : 'deny' }
}
