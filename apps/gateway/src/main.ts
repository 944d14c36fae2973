#!/usr/bin/env node
import { keepCompiled } from '@hermes/runtime/compile-cache'
import { startProblem } from '@hermes/runtime/node-problem'

const problem = startProblem(process.versions.node, process.env)
if (problem === undefined) {
  keepCompiled(process.env)
  void import('./program/run-gateway.js').then(async ({ runGateway }) => {
    process.exit(await runGateway(process.argv.slice(2)))
  })
} else {
  process.stderr.write(`hermes-gateway: ${problem}\n`)
  process.exitCode = 1
}
