require('./deal').bringInGroup(2);
