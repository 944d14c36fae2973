#!/usr/bin/env node
import { describeError } from '@hermes/core'
import { requireNode } from '../require-node.js'
import { conformanceUsage, runConformance } from './run-conformance.js'

if (requireNode('hermes-conformance')) {
  try {
    await runConformance(process.argv.slice(2), { input: process.stdin, output: process.stdout })
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n\n${conformanceUsage}`)
    process.exitCode = 2
  }
}
