import { Writable } from 'node:stream'
import { processIo } from '../src/program/gateway-io.js'
import { runGateway } from '../src/program/run-gateway.js'

/** Runs a command of `hermes gateway` on a home. @returns its exit code, and the lines that it wrote. */
export async function runCommand(home: string, args: readonly string[]): Promise<readonly [number, ...string[]]> {
  let said = ''
  const stream = new Writable({
    write(chunk, _, done) {
      said += String(chunk)
      done()
    },
  })
  const io = { ...processIo(), env: { HERMES_HOME: home }, stdout: stream, stderr: stream }
  const code = await runGateway(args, io)
  return [code, ...said.trim().split('\n')]
}
