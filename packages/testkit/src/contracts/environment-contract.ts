import type { Environment } from '@hermes/core'
import { afterEach, beforeEach, describe } from 'vitest'
import { describeCommands } from './environment/describe-commands.js'
import { describeEnding } from './environment/describe-ending.js'
import { describeFiles } from './environment/describe-files.js'
import { describeInput } from './environment/describe-input.js'
import { describeOutput } from './environment/describe-output.js'
import { describeNoTerminal, describeTerminal } from './environment/describe-terminal.js'
import { run } from './environment/run-command.js'
import { testLimitMs as defaultLimitMs } from './time-limits.js'

export interface EnvironmentContractOptions {
  /** The name of the implementation in the report. */
  readonly name: string
  /** Creates an environment with an empty working directory before each test. The suite disposes of it. */
  create(): Environment | Promise<Environment>
  /** Missing abilities of the environment, with reasons for the report. It must reject their use. */
  readonly gaps?: { readonly terminal?: string }
  /** The time limit of one test, or of creating an environment, in milliseconds. Default: 60,000. */
  readonly testLimitMs?: number
}

/**
 * Registers the vitest suite for an {@link Environment}, which must contain a POSIX shell.
 *
 * @example
 * ```ts
 * environmentContract({ name: 'local', create: () => createLocalEnvironment({ workingDirectory, variables: process.env }) })
 * ```
 */
export function environmentContract(options: EnvironmentContractOptions): void {
  const { name, create, gaps = {}, testLimitMs = defaultLimitMs } = options
  describe(`Environment contract: ${name}`, { timeout: testLimitMs }, () => {
    let environment: Environment
    beforeEach(async () => {
      environment = await create()
    }, testLimitMs)
    afterEach(() => environment[Symbol.asyncDispose](), testLimitMs)

    describe('commands', () => describeCommands(() => environment))
    describe('input', () => describeInput(() => environment))
    if (gaps.terminal) describe(`no terminal: ${gaps.terminal}`, () => describeNoTerminal(() => environment))
    else describe('terminal', () => describeTerminal(() => environment))
    describe('output', () => describeOutput(() => environment))
    describe('ending', () => describeEnding(() => environment))
    describe('files', () =>
      describeFiles(
        () => environment.files,
        (command) => run(environment, { command }),
      ))
  })
}
