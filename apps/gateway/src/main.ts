#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { endStart, keepCompiled } from '@hermes/runtime/compile-cache'
import { startProblem } from '@hermes/runtime/node-problem'

/** By then, a start is over. */
const startMs = 1_000

const problem = startProblem(process.versions.node, process.env)
if (problem === undefined) {
  keepCompiled(process.env)
  setTimeout(() => {
    endStart()
    // What it took to compile a function is left to V8's threads to free. They lag behind a start, and the process keeps tens of MB.
    setFlagsFromString('--no-maglev-destroy-on-background')
    // The compile cache is written after this. V8 accepts cached code only with the flags that it was made with.
    process.once('exit', () => setFlagsFromString('--maglev-destroy-on-background'))
  }, startMs).unref()
  // Until the gateway has ended: a process that has nothing left to wait for has failed.
  process.exitCode = 1
  void import('./program/run-gateway.js').then(async ({ runGateway }) => {
    process.exit(await runGateway(process.argv.slice(2)))
  })
} else {
  process.stderr.write(`hermes-gateway: ${problem}\n`)
  process.exitCode = 1
}
