import type { SerializedError } from 'vitest'
import {
  DefaultReporter,
  type TestCase,
  type TestModule,
  type TestModuleState,
  type TestRunEndReason,
  type TestSuite,
} from 'vitest/node'

/** Prints one line per file and its failed tests; before the summary, the names of skipped tests, which state the reason. */
export class FileReporter extends DefaultReporter {
  protected override printTestCase(moduleState: TestModuleState, test: TestCase): void {
    if (this.renderSucceed || test.result().state === 'failed') super.printTestCase(moduleState, test)
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    // Tests excluded by a name filter are not listed.
    const skipped = this.ctx.config.testNamePattern === undefined ? modules.flatMap(skippedIn) : []
    if (skipped.length > 0) this.log(`\nSkipped:\n${skipped.map((name) => `  ${name}\n`).join('')}`)
    super.onTestRunEnd(modules, errors, reason)
  }
}

function skippedIn(parent: TestModule | TestSuite): readonly string[] {
  return parent.children.array().flatMap((child) => {
    if (child.type === 'suite') return child.state() === 'skipped' ? [nameOf(child)] : skippedIn(child)
    return child.result().state === 'skipped' ? [nameOf(child)] : []
  })
}

function nameOf(child: TestCase | TestSuite): string {
  return `${child.module.relativeModuleId} > ${child.fullName}`
}
