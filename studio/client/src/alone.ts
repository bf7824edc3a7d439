/** The page that `clew export` writes: everything is in the file, nothing is fetched. */

import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { mount } from 'svelte';
import AloneFile from '$lib/alone/AloneFile.svelte';

mount(AloneFile, { target: document.getElementById('app')! });
