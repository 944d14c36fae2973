import fc from 'fast-check'

// The inputs are the same on every run and machine; another seed explores others.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) })
