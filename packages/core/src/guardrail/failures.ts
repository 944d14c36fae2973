import { BoundedMap } from './bounded-map.js'
import { type Limits, withoutHalt } from './limits.js'
import { type Finding, finding, type Observation } from './observation.js'
import { Streak } from './streak.js'

/** The maximum number of calls and tools that are tracked. */
const memory = 100

/**
 * Counts failures per call, per tool, and in a row. A success removes the call and the tool from the counts. A successful change
 * resets all counts, because what failed before may work now.
 */
export function createFailureRules(limits: Limits): (seen: Observation) => Finding | undefined {
  const byCall = new BoundedMap<number, Streak>(memory)
  const byTool = new BoundedMap<string, Streak>(memory)
  const inARow = new Streak()

  function forgive(seen: Observation): void {
    inARow.reset()
    if (seen.kind === 'read') {
      if (!byCall.isEmpty) byCall.delete(seen.callKey)
      byTool.delete(seen.call.function.name)
    } else {
      byCall.clear()
      byTool.clear()
    }
  }

  return (seen) => {
    const { call, kind, answer } = seen
    if (kind === 'wait') return undefined
    if (!seen.isError) {
      forgive(seen)
      return undefined
    }
    const isCommand = kind === 'command'
    const same = byCall.touch(seen.callKey, () => new Streak())
    const tool = byTool.touch(call.function.name, () => new Streak())
    const verdicts = [
      finding('guardrail/failing-call', same.judge(same.count + 1, limits.failingCall, answer), {
        count: same.count,
        calls: [call],
      }),
      finding(
        'guardrail/failing-tool',
        tool.judge(tool.count + 1, isCommand ? withoutHalt(limits.failingTool) : limits.failingTool, answer),
        { count: tool.count, calls: [call] },
      ),
      isCommand
        ? undefined
        : finding('guardrail/failing-tools', inARow.judge(inARow.count + 1, limits.failingTools, answer), {
            count: inARow.count,
            calls: [call],
          }),
    ]
    return verdicts.find((verdict) => verdict?.severity === 'halt') ?? verdicts.find((verdict) => verdict)
  }
}
