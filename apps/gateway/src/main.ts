#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { endStart, keepCompiled } from '@hermes/runtime/compile-cache'
import { startProblem } from '@hermes/runtime/node-problem'

/** The time after which a start is complete, in milliseconds. */
const startMs = 1_000

const problem = startProblem(process.versions.node, process.env)
if (problem === undefined) {
  keepCompiled(process.env)
  setTimeout(() => {
    endStart()
    // V8's threads free the data of function compilation. They lag behind a start, and the process would keep tens of MB.
    setFlagsFromString('--no-maglev-destroy-on-background')
    // The compile cache is written after this handler. V8 accepts cached code only with the flags that it was compiled with.
    process.once('exit', () => setFlagsFromString('--maglev-destroy-on-background'))
  }, startMs).unref()
  // Reset when the gateway ends. A process that has nothing left to wait for before that has failed.
  process.exitCode = 1
  void import('./program/run-gateway.js').then(async ({ runGateway }) => {
    process.exit(await runGateway(process.argv.slice(2)))
  })
} else {
  process.stderr.write(`hermes-gateway: ${problem}\n`)
  process.exitCode = 1
}
