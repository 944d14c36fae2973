import type { Variables } from '@hermes/runtime'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

/** Returns the sampler of `OTEL_TRACES_SAMPLER`. Default: the caller's decision, and every trace that starts here. */
export function samplerOf(variables: Variables, say: (line: string) => void): Sampler {
  const name = variables.OTEL_TRACES_SAMPLER?.trim() || 'parentbased_always_on'
  const [, isByParent, root] = /^(parentbased_)?(.+)$/.exec(name) ?? []
  const sampler = rootSampler(root, variables, say)
  if (sampler) return isByParent ? new ParentBasedSampler({ root: sampler }) : sampler
  say(`Every trace is exported: OTEL_TRACES_SAMPLER has no sampler "${name}".`)
  return new ParentBasedSampler({ root: new AlwaysOnSampler() })
}

function rootSampler(name: string | undefined, variables: Variables, say: (line: string) => void) {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratioOf(variables, say))
    default:
      return undefined
  }
}

function ratioOf({ OTEL_TRACES_SAMPLER_ARG: given }: Variables, say: (line: string) => void): number {
  if (given === undefined || given.trim() === '') return 1
  const ratio = Number(given)
  if (ratio >= 0 && ratio <= 1) return ratio
  say(`Every trace is exported: OTEL_TRACES_SAMPLER_ARG is "${given}", and not a number from 0 to 1.`)
  return 1
}
