import type { Message, SessionStore } from '@hermes/core'
import type { MessageSearch, SearchQuery } from '@hermes/core/sessions'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { session } from './fixtures.js'

export function describeSearch(store: () => SessionStore): void {
  const search = (): MessageSearch => {
    const { search: found } = store()
    if (!found) throw new Error('A store must support search, or declare that it does not.')
    return found
  }
  const say = (text: string, role: 'user' | 'assistant' = 'user'): Message => ({ role, content: text })
  const add = async (id: string, messages: readonly Message[], timestampMs = 1_000) => {
    await store().messages.append(
      id,
      messages.map((message, index) => ({ message, timestampMs: timestampMs + index })),
    )
  }
  const find = async (query: string | SearchQuery) => {
    const hits = await search().find(typeof query === 'string' ? { text: query } : query)
    return hits.map(({ message }) => message.message.content)
  }
  const findSorted = async (query: string | SearchQuery) => (await find(query)).sort()

  beforeEach(async () => {
    await store().sessions.create({ ...session('s'), source: 'cli' })
    await store().sessions.create({ ...session('t'), source: 'cron', userId: 'ada' })
  })

  test('requires all words, in any order and case, ignoring accents', async () => {
    await add('s', [say('The Deploy to staging failed'), say('Staging is fine'), say('Crème brûlée')])
    expect(await find('staging deploy')).toEqual(['The Deploy to staging failed'])
    expect(await findSorted('STAGING')).toEqual(['Staging is fine', 'The Deploy to staging failed'])
    expect(await find('creme brulee')).toEqual(['Crème brûlée'])
    expect(await find('stag')).toEqual([])
  })

  test('supports phrases, OR, NOT, AND and a trailing star', async () => {
    await add('s', [say('red apple pie'), say('apple red'), say('green pear'), say('pearl')])
    expect(await find('"red apple"')).toEqual(['red apple pie'])
    expect(await findSorted('pie OR pear')).toEqual(['green pear', 'red apple pie'])
    expect(await find('apple NOT pie')).toEqual(['apple red'])
    expect(await find('apple AND pie')).toEqual(['red apple pie'])
    expect(await findSorted('pear*')).toEqual(['green pear', 'pearl'])
    expect(await findSorted('green pear OR red pie')).toEqual(['green pear', 'red apple pie'])
    expect(await find('red or pie')).toEqual([])
  })

  test('accepts operators without operands and any punctuation', async () => {
    await add('s', [say('use foo-bar v1.2.3 (beta) at c:\\temp or user@example.org')])
    for (const text of [
      'foo-bar',
      'v1.2.3',
      '(beta)',
      'user@example.org',
      'AND foo',
      'foo OR',
      'NOT foo',
      '"foo',
      'foo NOT',
      'c:\\temp',
    ]) {
      expect({ text, found: await find(text) }).toEqual({ text, found: [expect.stringContaining('foo-bar')] })
    }
    for (const text of ['', ' ', '"', '""', '*', '()', 'AND', 'OR NOT', '\0', "'; drop table messages; --"]) {
      expect({ text, found: await find(text) }).toEqual({ text, found: [] })
    }
  })

  test('finds emoji and scripts without spaces inside words', async () => {
    await add('s', [
      say('用户接口设计文档'),
      say('データベースの移行'),
      say('배포가 실패했습니다'),
      say('shipped 🚀!'),
      say('HTTP接口 is down'),
    ])
    expect(await find('「接口设计」')).toEqual(['用户接口设计文档'])
    expect(await find('接口设计')).toEqual(['用户接口设计文档'])
    expect(await findSorted('接口')).toEqual(['HTTP接口 is down', '用户接口设计文档'])
    expect(await find('接')).toHaveLength(2)
    expect(await find('ベース')).toEqual(['データベースの移行'])
    expect(await find('실패')).toEqual(['배포가 실패했습니다'])
    expect(await find('🚀')).toEqual(['shipped 🚀!'])
    expect(await find('接口 down')).toEqual(['HTTP接口 is down'])
    expect(await find('接口 NOT down')).toEqual(['用户接口设计文档'])
    expect(await findSorted('移行 OR 实 OR 배포가')).toEqual(['データベースの移行', '배포가 실패했습니다'])
  })

  test('finds whole Latin words next to other scripts', async () => {
    await add('s', [say('部署API网关到Kubernetes集群'), say('用AI训练'), say('the capital façade')])
    expect(await find('api')).toEqual(['部署API网关到Kubernetes集群'])
    expect(await find('kubernetes')).toEqual(['部署API网关到Kubernetes集群'])
    expect(await find('kube*')).toEqual(['部署API网关到Kubernetes集群'])
    expect(await find('kube')).toEqual([])
    expect(await find('ai')).toEqual(['用AI训练'])
    expect(await find('capital NOT api')).toEqual(['the capital façade'])
  })

  test('distinguishes C++ and C# from C', async () => {
    await add('s', [say('rewritten in C++'), say('a C# port'), say('plain C')])
    expect(await find('C++')).toEqual(['rewritten in C++'])
    expect(await find('c#')).toEqual(['a C# port'])
    expect(await find('port NOT c++')).toEqual(['a C# port'])
    expect(await find('C')).toHaveLength(3)
  })

  test('searches tool calls and text parts, but not images', async () => {
    const picture = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,cGljdHVyZQ==' } }
    await add('s', [
      { role: 'user', content: [{ type: 'text', text: 'what is this lighthouse' }, picture] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'read_file', arguments: '{"path":"harbour.md"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c', name: 'read_file', content: 'the tide comes in' },
    ])
    expect(await find('lighthouse')).toHaveLength(1)
    expect(await find('harbour')).toEqual([null])
    expect(await find('cGljdHVyZQ')).toEqual([])
    expect(await find({ text: 'tide', roles: ['user'] })).toEqual([])
    expect(await find({ text: 'tide', roles: ['tool'] })).toHaveLength(1)
  })

  test('filters by session, surface and time; orders by time', async () => {
    await add('s', [say('one tide'), say('two tide')], 1_000)
    await add('t', [say('three tide')], 5_000)
    expect(await find({ text: 'tide', sessionId: 't' })).toEqual(['three tide'])
    expect(await find({ text: 'tide', sources: ['cron'] })).toEqual(['three tide'])
    expect(await findSorted({ text: 'tide', withoutSources: ['cron'] })).toEqual(['one tide', 'two tide'])
    expect(await find({ text: 'tide', userId: 'ada' })).toEqual(['three tide'])
    expect(await findSorted({ text: 'tide', userId: null })).toEqual(['one tide', 'two tide'])
    expect(await find({ text: 'tide', sinceMs: 5_000 })).toEqual(['three tide'])
    expect(await find({ text: 'tide', untilMs: 1_000 })).toEqual(['one tide'])
    expect(await find({ text: 'tide', order: 'newest' })).toEqual(['three tide', 'two tide', 'one tide'])
    expect(await find({ text: 'tide', order: 'oldest', limit: 2 })).toEqual(['one tide', 'two tide'])
  })

  test('returns the best match first, with a snippet', async () => {
    const long = `${'words '.repeat(200)}harbour ${'words '.repeat(200)}`
    await add('s', [say(long), say('harbour harbour')])
    const hits = await search().find({ text: 'harbour' })
    expect(hits.map(({ message }) => message.message.content)).toEqual(['harbour harbour', long])
    expect(hits[1]?.snippet).toContain('harbour')
    expect(hits[1]?.snippet.length).toBeLessThanOrEqual(200)
  })

  test('finds new messages immediately, and no longer finds deleted ones', async () => {
    await add('s', [say('ephemeral 短暂')])
    expect(await find('ephemeral')).toHaveLength(1)
    await store().sessions.delete('s')
    expect(await find('ephemeral')).toEqual([])
    expect(await find('短暂')).toEqual([])
  })

  test('finds names, numbers and addresses as written', async () => {
    const texts = [
      'see src/foo-bar.baz.ts for it',
      'released v1.2.3 today',
      'rewritten in C++ and F#',
      'fixes #123 at last',
      'mail ada.lovelace@example.org',
      'run npm_config_cache=/tmp/x',
      'https://example.org/a?b=c',
    ]
    await add(
      's',
      texts.map((text) => say(text)),
    )
    for (const [query, text] of [
      ['foo-bar.baz.ts', texts[0]],
      ['foo-bar', texts[0]],
      ['src/foo-bar.baz.ts', texts[0]],
      ['v1.2.3', texts[1]],
      ['2.3', texts[1]],
      ['C++', texts[2]],
      ['f#', texts[2]],
      ['#123', texts[3]],
      ['ada.lovelace@example.org', texts[4]],
      ['lovelace', texts[4]],
      ['npm_config_cache', texts[5]],
      ['/tmp/x', texts[5]],
      ['https://example.org/a?b=c', texts[6]],
    ]) {
      expect({ query, found: await find(query ?? '') }).toEqual({ query, found: [text] })
    }
    for (const query of ['v1.2.4', 'foo-baz', '#12', 'lovelace@example.com']) {
      expect({ query, found: await find(query) }).toEqual({ query, found: [] })
    }
  })

  test('treats other query syntax as plain text', async () => {
    await add('s', [say('near apple content: red^2'), say('something else')])
    for (const query of [
      'NEAR(apple)',
      'content:red',
      '^near',
      '{content} : apple',
      'apple "red',
      'AND AND apple',
      'apple NOT',
      '* apple *',
      '(apple',
      'apple)',
      'apple\0near',
      'apple \uD800',
      '-- apple',
      "apple';",
      '%apple%',
    ]) {
      expect({ query, found: await find(query) }).toEqual({ query, found: ['near apple content: red^2'] })
    }
    expect(await find(`apple ${'red '.repeat(25_000)}`)).toEqual(['near apple content: red^2'])
    expect(await find('x'.repeat(100_000))).toEqual([])
  })

  test('finds one, two or three characters of a script without spaces, even next to Latin letters', async () => {
    await add('s', [
      say('我们在东京开会'),
      say('テスト用データ v2'),
      say('ภาษาไทยง่าย'),
      say('만나서 반갑습니다'),
      say('go 👍🏽 go'),
    ])
    for (const [query, found] of [
      ['东', '我们在东京开会'],
      ['东京', '我们在东京开会'],
      ['在东京', '我们在东京开会'],
      ['"在东京开"', '我们在东京开会'],
      ['データ', 'テスト用データ v2'],
      ['データ v2', 'テスト用データ v2'],
      ['ไทย', 'ภาษาไทยง่าย'],
      ['반갑', '만나서 반갑습니다'],
      ['만나서 반갑습니다', '만나서 반갑습니다'],
      ['👍', 'go 👍🏽 go'],
      ['👍🏽', 'go 👍🏽 go'],
    ]) {
      expect({ query, found: await find(query ?? '') }).toEqual({ query, found: [found] })
    }
    for (const query of ['京东', '东会', 'タデ', '가나', '👎']) {
      expect({ query, found: await find(query) }).toEqual({ query, found: [] })
    }
  })

  test('combines filters with any names', async () => {
    await store().sessions.create({ ...session('u'), source: 'e-mail "x"', userId: "user's *" })
    await add('s', [say('tide one'), say('tide two', 'assistant')], Date.UTC(2026, 2, 31, 23, 59, 59, 998))
    await add('u', [say('tide three'), say('tide four', 'assistant')], Date.UTC(2026, 3, 2))
    expect(await find({ text: 'tide', sources: ['e-mail "x"'], roles: ['user'] })).toEqual(['tide three'])
    expect(await find({ text: 'tide', userId: "user's *", sessionId: 'u', roles: ['assistant'] })).toEqual([
      'tide four',
    ])
    expect(await find({ text: 'tide', userId: "user's *", sessionId: 's' })).toEqual([])
    expect(await find({ text: 'tide', sources: [] })).toEqual([])
    expect(await find({ text: 'tide', roles: [] })).toEqual([])
    expect(await find({ text: 'tide', withoutSources: ['cli', 'cron', 'e-mail "x"'] })).toEqual([])
    expect(await findSorted({ text: 'tide', withoutSources: [] })).toHaveLength(4)
    expect(await find({ text: 'tide', untilMs: Date.UTC(2026, 2, 31, 23, 59, 59, 998) })).toEqual(['tide one'])
    expect(await findSorted({ text: 'tide', sinceMs: Date.UTC(2026, 2, 31, 23, 59, 59, 999) })).toHaveLength(3)
    expect(await findSorted({ text: 'tide', sinceMs: Date.UTC(2026, 3, 1), untilMs: Date.UTC(2026, 3, 2) })).toEqual([
      'tide three',
    ])
    expect(await findSorted({ text: 'tide', sinceMs: 0, untilMs: Date.UTC(2027, 0, 1) })).toHaveLength(4)
  })

  test('agrees with a linear scan of all messages', async () => {
    const pieces = ['red', 'reddish', 'Blue', 'foo-bar.ts', 'v1.2', 'Crème', '东京', '东', '배포가', '🚀', 'x_1']
    const piece = fc.constantFrom(...pieces)
    const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' and '))
    const term = fc.oneof(
      fc.constantFrom(...pieces, 'creme', 'foo', 'bar.ts', '京', '배포'),
      fc.constantFrom('red*', 'cr*', 'fo*'),
      fc.tuple(piece, piece).map(([left, right]) => `"${left} and ${right}"`),
    )
    const group = fc.tuple(fc.array(term, { minLength: 1, maxLength: 3 }), fc.array(term, { maxLength: 1 }))
    const groups = fc.array(group, { minLength: 1, maxLength: 2 })
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), groups, async (texts, wish) => {
        const sessionId = `oracle-${count++}`
        await store().sessions.create(session(sessionId))
        await add(
          sessionId,
          texts.map((each) => say(each)),
        )
        const query = wish
          .map(([wanted, unwanted]) => [...wanted, ...unwanted.map((each) => `NOT ${each}`)].join(' '))
          .join(' OR ')
        const expected = texts.filter((each) =>
          wish.some(
            ([wanted, unwanted]) =>
              wanted.every((word) => holds(each, word)) && !unwanted.some((word) => holds(each, word)),
          ),
        )
        expect({ query, found: await findSorted({ text: query, sessionId }) }).toEqual({
          query,
          found: expected.sort(),
        })
      }),
      { numRuns: 60 },
    )
  })

  test('rejects a query without text', async () => {
    await add('s', [say('something')])
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            'AND',
            'OR',
            'NOT',
            '"',
            '*',
            '(',
            ')',
            '-',
            ':',
            '^',
            '+',
            'a',
            '中',
            '🚀',
            '\\',
            '%',
            '{',
            'NEAR',
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(text, async (query) => {
        expect(await search().find({ text: query })).toBeInstanceOf(Array)
      }),
    )
  })
}

/** Whether a text contains a term: its words next to each other; with `red*`, the last one as a prefix. */
function holds(text: string, term: string): boolean {
  const words = plainWords(text)
  const wanted = plainWords(term)
  return words.some((_, start) =>
    wanted.every((word, index) => {
      const found = words[start + index]
      return term.endsWith('*') && index === wanted.length - 1 ? found?.startsWith(word) : found === word
    }),
  )
}

/** Splits a text into Latin words and single other characters. */
function plainWords(text: string): readonly string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  return plain.match(/[a-z0-9]+|[\p{L}\p{Extended_Pictographic}]/gu) ?? []
}
