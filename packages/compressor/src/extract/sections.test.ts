import { atOnce } from '@hermes/safety'
import { describe, expect, test } from 'vitest'
import { estimateTextTokens } from '../estimate-tokens.js'
import { fitSections } from '../summary/fit-sections.js'
import { readBody, renderBody } from '../summary/summary-body.js'
import { parseSections, renderSections, sectionNames, toSections } from './sections.js'

const full = toSections((name) => [`- about ${name}`, '- more'])

describe('parseSections', () => {
  test('parses a rendered summary', () => {
    expect(parseSections(renderSections(full))).toEqual({ sections: full, missing: [], rest: '' })
  })

  test.each<[string, (name: string, index: number) => string]>([
    ['numbers', (name, index) => `## ${index + 1}. ${name}`],
    ['bold headings', (name) => `**${name}:**`],
    ['another heading level', (name) => `#### ${name}`],
    ['capitals', (name) => `## ${name.toUpperCase()}`],
    ['"and" for "&"', (name) => `## ${name.replace('&', 'and')}:`],
    ['plain lines with a colon', (name) => `${name}:`],
  ])('accepts %s', (_, heading) => {
    const text = sectionNames.map((name, index) => `${heading(name, index)}\n- about ${name}\n- more`).join('\n\n')
    expect(parseSections(`Here is the record.\n\n${text}`)).toMatchObject({ sections: full, missing: [] })
  })

  test('keeps other headings inside a section', () => {
    const { sections, missing } = parseSections(
      renderSections(full).replace('- about Active State', '**Files**\n- a.ts\nState:'),
    )
    expect(missing).toEqual([])
    expect(sections['Active State']).toEqual(['**Files**', '- a.ts', 'State:', '- more'])
  })

  test('reports missing sections and treats "None." as empty', () => {
    const { missing, sections } = parseSections('## Goal\nNone.\n\n## Blocked\n- N/A\n- the till')
    expect(missing).toHaveLength(sectionNames.length - 2)
    expect(sections.Goal).toEqual([])
    expect(sections.Blocked).toEqual(['- the till'])
  })
})

test('readBody returns the quoted user messages unchanged', () => {
  const asks = ['Do it.', 'two\n\n## Goal\nlines', '> quoted\n- [ ] list', '## User Messages']
  expect(readBody(renderBody({ sections: full, asks }))).toEqual({ sections: full, asks })
})

describe('fitSections', () => {
  const sizeOf = (sections: typeof full) => estimateTextTokens(renderSections(sections))

  test('returns sections that fit unchanged', () => {
    expect(atOnce(fitSections(full, { tokens: 1_000, countTokens: estimateTextTokens }))).toEqual(full)
  })

  test('keeps short sections complete next to a long one', () => {
    const actions = Array.from({ length: 500 }, (_, n) => `${n + 1}. terminal "make part ${n}": exit 0`)
    const crowded = { ...full, 'Completed Actions': actions }
    const fitted = atOnce(fitSections(crowded, { tokens: 400, countTokens: estimateTextTokens }))
    expect(sizeOf(fitted)).toBeLessThan(520)
    expect(fitted.Goal).toEqual(full.Goal)
    expect(fitted['Completed Actions'][0]).toBe(actions[0])
    expect(fitted['Completed Actions'].at(-1)).toBe(actions.at(-1))
    expect(fitted['Completed Actions'][1]).toMatch(/^\(\d+ left out\)$/)
  })

  test('prefers facts to small talk', () => {
    const talk = Array.from(
      { length: 200 },
      (_, n) => `- and then something else was said of it, time ${'again '.repeat(n % 7)}`,
    )
    const facts = { ...full, 'Critical Context': ['- The staging port is 48213 on build-7.example.', ...talk] }
    const fitted = atOnce(fitSections(facts, { tokens: 400, countTokens: estimateTextTokens }))
    expect(fitted['Critical Context']).toContain('- The staging port is 48213 on build-7.example.')
  })
})
