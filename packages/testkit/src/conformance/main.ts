#!/usr/bin/env node
import { requireNode } from '../require-node.js'
import { serve } from './serve.js'

if (requireNode('hermes-conformance')) await serve(process.stdin, process.stdout)
