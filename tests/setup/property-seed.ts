import fc from 'fast-check'

// The same inputs on every run and machine; another seed explores others.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) })
