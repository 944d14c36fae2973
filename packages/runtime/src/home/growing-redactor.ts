import { createRedactor, type Redactor } from '@hermes/safety/redact'

/** A redactor that learns new secrets and forgets none, because old keys still occur in texts. */
export interface GrowingRedactor extends Redactor {
  know(values: readonly string[]): void
}

export function createGrowingRedactor(values: readonly string[] = []): GrowingRedactor {
  const known = new Set(values)
  let redactor = createRedactor({ values })
  return {
    redact: (text) => redactor.redact(text),
    find: (text) => redactor.find(text),
    stream: () => redactor.stream(),
    know(further) {
      const count = known.size
      for (const value of further) known.add(value)
      if (known.size > count) redactor = createRedactor({ values: [...known] })
    },
  }
}
