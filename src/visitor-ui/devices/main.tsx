import { render } from 'preact';
import { forgetRecovery } from '../recovery/forget-recovery';
import { Api } from './api';
import { Model } from './model';
import { DevicesPage } from './page';
import type { Bootstrap } from './types';

forgetRecovery();
const boot = JSON.parse(document.getElementById('parley')!.textContent) as Bootstrap;
const model = new Model(new Api(boot.api), boot);
const root = document.getElementById('app')!;
root.replaceChildren();
render(<DevicesPage model={model} boot={boot} />, root);
void model.begin();
