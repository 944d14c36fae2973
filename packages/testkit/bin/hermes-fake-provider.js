#!/usr/bin/env node
import '../dist/fake-provider/main.js'
