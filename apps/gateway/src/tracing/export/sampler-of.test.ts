import { expect, test } from 'vitest'
import { samplerOf } from './sampler-of.js'

const lines: string[] = []
const named = (name?: string, argument?: string) => {
  lines.length = 0
  const variables = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument }
  return `${samplerOf(variables, (line) => void lines.push(line))}`
}

test.each([
  [undefined, undefined, /^ParentBased\{root=AlwaysOnSampler/],
  ['always_on', undefined, /^AlwaysOnSampler$/],
  ['always_off', undefined, /^AlwaysOffSampler$/],
  ['traceidratio', '0.25', /^TraceIdRatioBased\{0.25\}$/],
  ['parentbased_always_off', undefined, /^ParentBased\{root=AlwaysOffSampler/],
  ['parentbased_traceidratio', '0.5', /^ParentBased\{root=TraceIdRatioBased\{0.5\}/],
  ['traceidratio', undefined, /^TraceIdRatioBased\{1\}$/],
])('%s with %s', (name, argument, sampler) => {
  expect(named(name, argument)).toMatch(sampler)
  expect(lines).toEqual([])
})

test.each([
  ['sometimes', undefined, /^ParentBased\{root=AlwaysOnSampler/],
  ['traceidratio', 'half', /^TraceIdRatioBased\{1\}$/],
])('reports an invalid sampler: %s with %s', (name, argument, sampler) => {
  expect(named(name, argument)).toMatch(sampler)
  expect(lines).toHaveLength(1)
})
