#!/usr/bin/env node
import { endStart, keepCompiled } from '@hermes/runtime/compile-cache'
import { startProblem } from '@hermes/runtime/node-problem'

/** By then, a start is over. */
const startMs = 1_000

const problem = startProblem(process.versions.node, process.env)
if (problem === undefined) {
  keepCompiled(process.env)
  setTimeout(endStart, startMs).unref()
  void import('./program/run-gateway.js').then(async ({ runGateway }) => {
    process.exit(await runGateway(process.argv.slice(2)))
  })
} else {
  process.stderr.write(`hermes-gateway: ${problem}\n`)
  process.exitCode = 1
}
